"""`plytrace mcts FILE`: Monte Carlo tree search worked by hand."""

from __future__ import annotations

import click

from engine.errors import UsageError
from tui.cli.shared.options import Arguments, add_options, layout_of
from tui.terminal.output import open_text_output


@click.command("mcts")
@click.argument("file")
@add_options("mcts")
def command(args: Arguments) -> None:
    """Run MCTS as by hand, with given directions and rewards, and print a table per iteration.

    FILE is a YAML file with mcts:, an example such as mp520, or - for standard input. If it has a
    tree with visits n and wins w, UCB1 is worked out from them: the scores, the choice, the C at
    which the choice changes, and the tree after a rollout. To search a game with MCTS, use plytrace
    trace GAME -a mcts.
    """
    from tracer.mcts.counted_report import write_counted_tree
    from tracer.worked.mcts_run import WorkedMcts
    from trees.other_inputs.hand_run import has_counts, read_counted_tree, read_hand_run
    from trees.other_inputs.kinds import HAND_RUN
    from trees.yaml.yaml_text import YamlMap, read_yaml

    changes = {"selection": args.selection, "c": args.c, "y": args.y, "nodes": args.nodes}
    given = {name: text for name, text in changes.items() if text is not None}
    layout = layout_of(args)
    text, name, _ = HAND_RUN.read_source(args.file)
    document = read_yaml(text, name)
    if isinstance(document, YamlMap) and has_counts(document):
        for option in ("selection", "y", "nodes"):
            if option in given:
                raise UsageError(
                    f"--{option} is for runs with directions, but {name} has a tree with counts",
                    expected="--c or --rollout",
                )
        counted = read_counted_tree(document, name, c=args.c, rollout=args.rollout)
        with open_text_output(args.output, for_people=args.format_name == "text") as out:
            write_counted_tree(counted, out, args.format_name, layout)
        return
    if args.rollout is not None:
        raise UsageError(
            f"--rollout is for a tree with counts, but {name} has none", expected="mcts: with tree:"
        )
    problem = read_hand_run(document if isinstance(document, YamlMap) else text, name, given)
    run = WorkedMcts(name, problem)
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        run.write(out, args.format_name, layout)
    if run.run.lacking:
        raise run.run.lacking
