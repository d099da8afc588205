"""The demo's page in a real browser: what people see, where the page goes, and that no click is lost.

Left out, and said so, where Playwright or Chromium is missing: `pip install -e '.[screenshots]'`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.browser import Tab, find_chromium, free_port, running_demo

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect: Any = sync_api.expect

STATE = "**/api/state"
"""What a page asks for, to hear of what is new."""


@pytest.fixture(scope="module")
def context() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            pytest.skip("no Chromium on this machine")
        with playwright.chromium.launch(executable_path=chromium) as browser:
            yield browser.new_context()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "demo.db"


def timeline(tab: Tab) -> Any:
    return tab.page.locator("#channel-timeline")


def expect_in_view(element: Any) -> None:
    expect(element).to_be_in_viewport(ratio=1)


def test_the_greeting_leads_two_tabs_to_their_cards_on_a_phone(context: Any, database: Path) -> None:
    with running_demo(database, free_port()) as address:
        alice = Tab(context, address)
        # Three lines, all of them in view, and the developer's toolbar is not.
        lines = alice.messages.first.locator("li")
        expect(lines).to_have_count(3)
        for line in lines.all():
            expect_in_view(line)
        tools, toolbar = alice.page.locator("#demo-tools"), alice.page.locator("#toolbar")
        expect(toolbar).to_be_hidden()
        expect(tools).to_have_text("Alice")
        tools.click()
        expect(toolbar).to_be_visible()
        tools.click()
        expect(toolbar).to_be_hidden()
        # What they say is so.
        alice.type(lines.nth(0).locator("code").inner_text())
        alice.press(alice.buttons(lines.nth(0).locator("strong").inner_text()))
        expect(alice.private.last.get_by_text("Pick")).to_be_visible()
        alice.type(lines.nth(1).locator("code").inner_text())
        expect(alice.private.last.get_by_text("Lesson, step 1 of")).to_be_visible()
        alice.type(lines.nth(2).locator("code").inner_text())
        expect(alice.buttons("Withdraw")).to_be_visible()
        bob = Tab(context, address)
        expect(bob.page.locator("#demo-tools")).to_have_text("Bob")
        bob.press(bob.buttons(lines.nth(2).locator("strong").first.inner_text()))
        alice.press(alice.buttons(lines.nth(2).locator("strong").last.inner_text()))
        for tab in (alice, bob):
            panel = tab.private.last
            expect(panel).to_be_visible()
            # A panel may be taller than a phone: then its end is shown, where the last buttons are.
            expect_in_view(panel.locator("button.component-button").last)
        alice.page.close()
        bob.page.close()


def test_the_page_goes_where_ones_own_acts_lead_and_stays_when_others_act(context: Any, database: Path) -> None:
    with running_demo(database, free_port()) as address:
        alice, bob = Tab(context, address), Tab(context, address, (1280, 800))
        expect(bob.page.locator("#toolbar")).to_be_visible()
        expect(bob.page.locator("#demo-tools")).to_be_hidden()
        alice.type("/bridgette challenge")
        bob.press(bob.buttons("Join"))
        expect(alice.buttons("My hand").first).to_be_visible()

        # Alice reads at the top. What Bob does moves nothing there; what she does leads her to its answer.
        timeline(alice).evaluate("one => one.scrollTo(0, 0)")
        shown = alice.messages.count()
        bob.say("Good luck!")
        expect(alice.messages).to_have_count(shown + 1)
        alice.drawn()
        assert timeline(alice).evaluate("one => one.scrollTop") == 0
        alice.type("/bridgette hand")
        expect_in_view(alice.private.last.locator("button.component-button").last)

        # Three clicks at once, so that the first is in flight when the others are made: none is lost.
        before = bob.private.count()
        bob.buttons("Rules").last.evaluate("button => { button.click(); button.click(); button.click(); }")
        expect(bob.private).to_have_count(before + 3)
        expect_in_view(bob.private.last.locator("h2, h3").first)  # it is long, and is to be read from its beginning

        # A panel that changes in place stays in view, even when its page hears only then of what is newer.
        panel = alice.private.first
        alice.drawn()
        alice.page.route(STATE, lambda route: route.abort())
        bob.say("Thank you!" + "\n." * 20)
        alice.page.bring_to_front()
        with alice.page.expect_response("**/api/action"):
            panel.locator("button.component-button:enabled").first.click()  # a card: the last one opens the guide
        alice.page.unroute(STATE)
        expect(alice.messages.last).to_contain_text("Thank you!")
        alice.drawn()
        expect(panel).to_be_in_viewport(ratio=0.6)  # at the newest message, it would be a third

        # And a page opens at the newest message, however much stands above it.
        late = Tab(context, address)
        expect_in_view(late.messages.last.get_by_text("Thank you!"))
        late.page.close()
        alice.page.close()
        bob.page.close()


def test_tabs_survive_a_restart_with_their_players(context: Any, database: Path) -> None:
    with running_demo(database, free_port()) as address:
        alice, bob = Tab(context, address), Tab(context, address)
        alice.type("/bridgette challenge")
        bob.press(bob.buttons("Join"))
        alice.page.close()  # by the numbers, a tab that comes back alone would be Alice's
        expect(bob.page.locator("#demo-tools")).to_have_text("Bob")
        expect(bob.private).to_have_count(1)
    expect(bob.page.locator("body")).to_have_class(re.compile("demo-away"))
    with running_demo(database) as again:
        assert again == address
        # The channel is new: it holds the greeting and the table of the match, and the game goes on from there.
        expect(bob.private).to_have_count(0)
        expect(bob.page.locator("body")).not_to_have_class(re.compile("demo-away"))
        expect(bob.page.locator("#demo-tools")).to_have_text("Bob")
        expect(bob.messages).to_have_count(2)
        bob.press(bob.buttons("My hand"))
        expect(bob.private).to_have_count(1)
        bob.page.close()
