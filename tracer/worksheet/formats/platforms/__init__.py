"""Question banks for learning platforms: Moodle, Canvas and PrairieLearn.

`question_bank` is the model of questions with their accepted answers, `accepted_answers` makes it,
and each platform's module writes it.
"""
