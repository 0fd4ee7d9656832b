import math
import random
import sys

import numpy as np
import pygame

ROW_COUNT, COLUMN_COUNT = 6, 7
PLAYER_PIECE, AI_PIECE = 1, 2


def create_board():
    return np.zeros((ROW_COUNT, COLUMN_COUNT))


def drop_piece(board, row, col, piece):
    board[row][col] = piece


def get_next_open_row(board, col):
    return next(row for row in range(ROW_COUNT) if board[row][col] == 0)


def get_valid_locations(board):
    return [col for col in range(COLUMN_COUNT) if board[ROW_COUNT - 1][col] == 0]


def is_terminal_node(board):
    return winning_move(board, PLAYER_PIECE) or not get_valid_locations(board)


def minimax(board, depth, alpha, beta, maximizingPlayer):
    valid_locations = get_valid_locations(board)
    is_terminal = is_terminal_node(board)
    if depth == 0 or is_terminal:
        if not is_terminal:
            return None, score_position(board, AI_PIECE)
        if winning_move(board, AI_PIECE):
            return None, 100000000000000
        if winning_move(board, PLAYER_PIECE):
            return None, -100000000000000
        return None, 0
    column = random.choice(valid_locations)
    if maximizingPlayer:
        value = -math.inf
        for col in valid_locations:
            row = get_next_open_row(board, col)
            b_copy = board.copy()
            drop_piece(b_copy, row, col, AI_PIECE)
            new_score = minimax(b_copy, depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value = math.inf
    for col in valid_locations:
        row = get_next_open_row(board, col)
        b_copy = board.copy()
        drop_piece(b_copy, row, col, PLAYER_PIECE)
        new_score = minimax(b_copy, depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value, column = new_score, col
        beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


board = create_board()
pygame.init()
screen = pygame.display.set_mode((700, 700))
turn = random.randint(0, 1)
while True:
    col = int(input("Your column: "))
    drop_piece(board, get_next_open_row(board, col), col, PLAYER_PIECE)
    col, _ = minimax(board, 5, -math.inf, math.inf, True)
    drop_piece(board, get_next_open_row(board, col), col, AI_PIECE)
