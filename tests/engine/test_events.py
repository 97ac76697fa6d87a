"""Events as text for people."""

from semafor import Event


def test_an_event_is_shown_with_its_fields_if_it_has_any() -> None:
    assert repr(Event("passed", 1, {})) == "Event('passed', 1)"
    taken = Event("card_taken", 0, {"from": "display", "slot": 3})
    assert repr(taken) == "Event('card_taken', 0, from='display', slot=3)"
