"""One variant as solids in place, and as what is printed; and how it is written to files."""

from functools import cached_property

from build123d import Part

from hardware.enclosure import box, caps, lid
from hardware.enclosure.bodies import all_of
from hardware.enclosure.fixed import Body
from hardware.enclosure.layout import Layout
from hardware.enclosure.parameters import Parameters
from hardware.enclosure.shapes import printed_lid


class Case:
    """A variant, its solids made when they are wanted."""

    def __init__(self, parameters: Parameters) -> None:
        self.layout = Layout(parameters)

    @cached_property
    def box(self) -> Part:
        """The box in place."""
        return box.make(self.layout)

    @cached_property
    def lid(self) -> Part:
        """The lid in place."""
        return lid.make(self.layout)

    @cached_property
    def caps(self) -> dict[str, Part]:
        """The caps in place, by key; bought ones are not made here."""
        return caps.places(self.layout) if self.layout.p.caps == "printed" else {}

    @cached_property
    def bodies(self) -> list[Body]:
        """The room of all parts."""
        return all_of(self.layout)

    @cached_property
    def printed(self) -> dict[str, Part]:
        """What is printed, by name, lying as it is printed: z up from the bed."""
        parts = {"box": self.box, "lid": printed_lid(self.layout, self.lid), "bar": lid.bar(self.layout)}
        if self.layout.p.caps == "printed":
            parts |= {f"cap-{name}": caps.make(self.layout, name) for name in ("arrow", "a", "b")}
        return parts


COPIES = {"bar": 2, "cap-arrow": 4}  # all else is printed once
