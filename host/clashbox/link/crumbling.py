"""Asks for an answer in crumbs, round after round, and tells by what is lost how large crumbs may be."""

from clashcore import wire

from clashbox.link.channel import Channel
from clashbox.link.crumbs import Crumbs, Mixed
from clashbox.link.line import LineTrouble, now
from clashbox.link.told import Refused, Reply

FIRST = 24
LEAST = 8
MOST = 48
"""Bytes of an answer in a crumb: at first, at least and at most."""
LIMIT = 60.0
"""Seconds that one answer may take in all."""
_ROUND = 2.0
_CLEAN = 3  # answers without any loss, after which crumbs are doubled


class Unknown(Exception):
    """The device knows nothing of crumbs."""


class Crumbling:
    """`size`: bytes of an answer in a crumb; 0: the line is good enough for whole frames."""

    def __init__(self, channel: Channel):
        self._channel = channel
        self.size = 0
        self._clean = 0

    def call(self, kind: int, payload: bytes, patience: float, limit: float) -> Reply:
        """The whole answer. Raises LineTrouble after `patience` seconds without any news or `limit` seconds
        in all, Refused where the device says no, and Unknown.
        """
        channel = self._channel
        exchange = Crumbs(kind, payload, self.size)
        started = heard = now()
        rounds, clean, bad = 0, True, channel.bad
        while now() < min(heard + patience, started + limit):
            rounds += 1
            channel.counters.repeated += rounds > 1
            try:
                news = self._round(exchange)
                reply = self._answer(exchange)
            except Mixed:
                exchange = Crumbs(kind, payload, self.size)
                continue
            clean = clean and news
            if news:
                heard = now()
            if reply is not None:
                self._judge(exchange.loss, clean and channel.bad == bad)
                return reply
        raise LineTrouble("quiet", channel.line.name)

    def _round(self, exchange: Crumbs) -> bool:
        """Asks once, takes what comes; whether there was news."""
        channel = self._channel
        started = channel.send(exchange.ask(channel.number), timed=channel.fresh or channel.trips.sure)
        until = started + channel.trips.timeout
        news = done = False
        silent = True
        while not done and (left := min(until, started + _ROUND) - now()) > 0:
            came, found = channel.receive(left)
            if came:
                silent = False
                until = now() + channel.quiet
            for kind, payload in found:
                if kind == wire.ERROR:
                    raise Unknown
                fresh, last = exchange.take(kind, payload)
                news, done = news or fresh, done or last
        if silent:
            channel.trips.silent()
        else:
            channel.trips.heard()
        return news

    def _answer(self, exchange: Crumbs) -> Reply | None:
        """The answer where all of it has come. Raises Refused."""
        reply = Reply()
        for kind, payload in exchange.frames():
            if kind == wire.DATA:
                reply.take(payload)
            elif kind == wire.ERROR:
                raise Refused(str(self._channel.object(payload).get("code", "")))
            elif kind == wire.END:
                reply.end = self._channel.object(payload)
                return reply
        return None

    def _judge(self, loss: float, clean: bool) -> None:
        if loss > 0.5:
            self.size = max(LEAST, self.size * 2 // 3)
        self._clean = self._clean + 1 if clean else 0
        if self._clean >= _CLEAN:
            self._clean = 0
            self.size = self.size * 2 if self.size * 2 <= MOST else 0
