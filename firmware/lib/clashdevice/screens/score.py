"""Which base scores: the first step of scoring. What follows is in score_base."""

from clashdevice.screens._list import List


class Screen(List):
    """The bases in play, those ready to score first."""

    hint = "score.pick"

    def __init__(self, app, b=0):
        super().__init__(app)
        state = app.game.state
        self.head = app.t("score.title")
        ready = state.ready()
        laid = [i + 1 for i in range(len(state.bases)) if state.bases[i] is not None and i + 1 not in ready]
        self.slots = ready + laid
        if b in self.slots and (b in ready or not ready):
            self.at = self.slots.index(b)

    def count(self):
        """Bases in play."""
        return len(self.slots)

    def row(self, i):
        """A base and what is missing to its breakpoint."""
        b = self.slots[i]
        missing = self.game.state.missing(b)
        return self.label(b), "-%d" % missing if missing else "OK"

    def choose(self, i):
        """That base is locked in if it is ready; else its totals can be put right first."""
        state, b = self.game.state, self.slots[i]
        if b in [owed[0] for owed in state.owed]:
            self.app.replace("clash", then="score")
        elif state.missing(b) or self.game.commit([{"ev": "score.start", "b": b}]):
            self.app.replace("score_base", b=b)
            if state.missing(b):
                self.app.refuse(self.app.t("score.missing", b, state.missing(b)))
