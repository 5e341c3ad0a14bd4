"""One Chromium and one page of paper for a module. (Not for longer: while Playwright runs nothing else of the
worker can run an event loop.)
"""

import pytest
from playwright.sync_api import sync_playwright

from tests.page.serving import CHROMIUM, FLAGS, Served


@pytest.fixture(scope="module")
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
