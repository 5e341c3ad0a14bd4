"""One Chromium for the tests of a worker, one page of paper for a module. While Playwright runs, a loop of
one's own needs a thread of its own (serving.run).
"""

import pytest
from clashbox import i18n
from playwright.sync_api import sync_playwright

from tests.page.serving import CHROMIUM, FLAGS, Served


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def paper():
    served = Served("tests.page.fake_page", "en")
    served.url = served.line()
    yield served
    served.close()


@pytest.fixture
def english():
    i18n.set_language("en")
    yield
    i18n.set_language(None)
