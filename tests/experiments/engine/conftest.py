"""The fixtures of tests of the engine."""

from tests.engine.conftest import plain_and_kernel
