"""The tests of calculators and payoffs in `tests/api`, within this process: part of the killing suite."""

from collections.abc import Iterator

import pytest

from tests.api.test_payoffs import *  # noqa: F403 - all its tests, and what they need
from tests.api.test_tools import *  # noqa: F403 - all its tests, and what they need
from tests.indoors import Indoors


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Indoors]:
    """Instead of a server."""
    found = Indoors(tmp_path_factory.mktemp("indoors"))
    yield found
    found.service.close()
