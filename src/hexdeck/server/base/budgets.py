"""Processor time and connections by address: nobody can use up the server by asking for much of it.

Identities are free and addresses are not, so an address (of IPv6, its first 64 bits) is what has a budget,
and the people of one address share it.  Processor time is measured, not guessed: `metered` adds up what each
step of a request or socket has used.  A request of an address that has used up its budget waits before any
work is done for it, and is refused when it has waited too long.

Three limits hold at the same time.  In the long run one address uses at most `share` of a core, after
a burst that a class of pupils who open the app at once does not use up.  While all addresses together use
more than HEALTHY of a core, those that use more than a fair share of it wait.  And of what many ask for at
the same instant only a little is begun in one turn of the event loop, so that in between the moves of all
others have their turn.  Addresses that use as little as players do are never held back.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator
from math import exp, inf
from time import thread_time
from types import coroutine
from typing import Any, Final, TypeAlias, TypeVar

from hexdeck.server.base.refusals import TooMuch

T = TypeVar("T")

MOST_REMEMBERED: Final = 10_000  # addresses without a connection
BURST_SECONDS: Final = 30.0  # of its share that an address may use at once
HEALTHY: Final = 0.5  # of a core; above it those who use most of it wait
RECENT_SECONDS: Final = 2.0  # over which recent use is averaged
LIGHT: Final = 0.02  # of a core: who uses less is never held back
TURN_SECONDS: Final = 0.01  # of processor time begun in one turn of the event loop
LOOK_SECONDS: Final = 0.02  # between two looks who may go on
FAIR_SECONDS: Final = 0.1  # between two computations of the fair share
MOST_WAITING: Final = 300  # requests of one address
WAIT_SECONDS: Final = 8.0  # that a request waits before it is refused
CROWDED_SECONDS: Final = 1.0  # that one waits before it is refused where too many wait already
RETRY_SECONDS: Final = 10  # until a client that was refused should come again
FIRST_GUESS: Final = 0.002  # processor seconds of a request of an address not seen before
MOST_GUESSED: Final = 0.05  # and at most, since what lasts longer is done in pieces
REQUEST_SECONDS: Final = 0.0003  # that reading and answering a request costs beside what is measured
CONNECTION_SECONDS: Final = 0.0003  # that accepting and closing a connection costs
MOST_FRAMES: Final = 1000  # pings, pongs and continuations of all sockets of an address in a second


class Account:
    """The recent use and the waiting requests of one address."""

    __slots__ = (
        "address", "connections", "frames", "guess", "is_active", "level", "recent", "second", "settled_at",
        "used", "waiting", "waiting_count",
    )  # fmt: skip

    def __init__(self, address: str, level: float, now: float) -> None:
        self.address = address
        self.connections = 0
        self.second, self.frames = -inf, 0  # when counting began, and frames that are no messages since then
        self.level = level  # processor seconds left of the burst
        self.recent = 0.0  # processor seconds, fading over RECENT_SECONDS
        self.used = 0.0  # seconds not yet taken from `level` and added to `recent`
        self.settled_at = now
        self.guess = FIRST_GUESS  # seconds that its next request is expected to use
        self.is_active = False  # listed by the budgets as having used something recently
        self.waiting: OrderedDict[str, deque[asyncio.Future[Bill]]] = OrderedDict()  # by person
        self.waiting_count = 0

    @property
    def share(self) -> float:
        """Return the recent use as a share of a core."""
        return self.recent / RECENT_SECONDS


class Bill:
    """The processor time of one request; what it was expected to use has been charged beforehand."""

    __slots__ = ("_account", "_budgets", "_expected", "_used")

    def __init__(self, budgets: "Budgets", account: Account, expected: float) -> None:
        self._budgets, self._account, self._expected = budgets, account, expected
        self._used = 0.0

    def add(self, seconds: float) -> None:
        """Charge what goes beyond the expectation."""
        before, self._used = self._used, self._used + seconds
        beyond = self._used - max(before, self._expected)
        if beyond > 0:
            self._budgets.charge(self._account, beyond)

    def close(self) -> None:
        """Give back what was expected and not used, and learn from it."""
        if self._used < self._expected:
            self._budgets.charge(self._account, self._used - self._expected)
        self._account.guess += (min(self._used, MOST_GUESSED) - self._account.guess) / 4


Held: TypeAlias = Callable[[asyncio.Future[Bill]], None] | None


class Budgets:
    """The accounts of all addresses that this process has lately heard of."""

    def __init__(self, share: float, most_connections: int, now: Callable[[], float]) -> None:
        """`share` is of one core; 1 or more holds nobody back."""
        self.is_on = share < 1
        self._share, self._burst = share, BURST_SECONDS * share
        self._most_connections = most_connections
        self._now = now
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._active: dict[str, Account] = {}
        self._recent, self._used, self._settled_at = 0.0, 0.0, now()  # of all accounts together
        self._fair, self._fair_at = inf, -inf
        self._begun = 0.0  # expected seconds of what was begun in this turn of the event loop
        self._crowd: dict[str, Account] = {}  # the accounts with waiting requests
        self._is_looking = False
        self.held_back = 0
        self.refused = 0
        self.refused_connections = 0

    def account(self, address: str) -> Account:
        """Return the account of an address; those idle for longest are forgotten."""
        found = self._accounts.get(address)
        if found is None:
            found = self._accounts[address] = Account(address, self._burst, self._now())
            if len(self._accounts) > MOST_REMEMBERED:
                self._forget_one()
        else:
            self._accounts.move_to_end(address)
        return found

    def _forget_one(self) -> None:
        for _ in range(10):  # an account in use goes to the end and counts for nothing here
            address, account = self._accounts.popitem(last=False)
            if not account.connections and not account.waiting_count:
                self._active.pop(address, None)
                return
            self._accounts[address] = account

    # Connections.

    def allows_frame(self, account: Account) -> bool:
        """Count a frame that is no message; False where all sockets of the address send too many."""
        now = self._now()
        if now - account.second > 1.0:
            account.second, account.frames = now, 0
        account.frames += 1
        return account.frames <= MOST_FRAMES

    def connect(self, account: Account) -> bool:
        """Count a connection, unless the address has as many as it may."""
        self.charge(account, CONNECTION_SECONDS)
        if account.connections >= self._most_connections:
            self.refused_connections += 1
            return False
        account.connections += 1
        return True

    def disconnect(self, account: Account) -> None:
        account.connections -= 1

    # Processor time.

    def charge(self, account: Account, seconds: float) -> None:
        account.used += seconds
        self._used += seconds
        if not account.is_active:
            account.is_active = True
            self._active[account.address] = account

    def bill(self, account: Account) -> Bill:
        """Return a bill for work that goes on for a while, such as a socket, with nothing expected."""
        return Bill(self, account, 0.0)

    def seconds_to_wait(self, account: Account) -> float:
        """Return 0 where work for the address may begin now, else seconds until it may be asked again."""
        if not self.is_on:
            return 0.0
        now = self._now()
        self._settle(account, now)
        if account.level <= 0:
            return min(1.0, max(LOOK_SECONDS, -account.level / self._share))
        if account.share <= LIGHT:
            return 0.0
        if self._recent / RECENT_SECONDS > HEALTHY and account.share > self._fair_share(now):
            return LOOK_SECONDS
        return 0.0

    def _settle(self, account: Account, now: float) -> None:
        self._recent = (self._recent + self._used) * exp((self._settled_at - now) / RECENT_SECONDS)
        self._used, self._settled_at = 0.0, now
        self._settle_one(account, now)

    def _settle_one(self, account: Account, now: float) -> None:
        passed = now - account.settled_at
        account.recent = (account.recent + account.used) * exp(-passed / RECENT_SECONDS)
        account.level = min(self._burst, account.level + passed * self._share) - account.used
        account.used, account.settled_at = 0.0, now

    def _fair_share(self, now: float) -> float:
        """Return the share of a core up to which all may go who together use too much of it."""
        if now - self._fair_at >= FAIR_SECONDS:
            self._fair_at = now
            for account in list(self._active.values()):
                self._settle_one(account, now)
                if account.recent < 1e-6:
                    account.is_active = False
                    del self._active[account.address]
            self._fair = fair_share([account.share for account in self._active.values()])
        return self._fair

    # Waiting.

    def begin_now(self, account: Account) -> Bill | None:
        """Return the bill of work that may begin at once; None where it must wait in `begin`."""
        return None if account.waiting_count or not self._may_begin(account) else self._begun_for(account)

    async def begin(
        self, account: Account, person: str, *, patience: float | None = WAIT_SECONDS, held: "Held" = None
    ) -> Bill:
        """Return the bill of work that may begin; TooMuch where it has waited for longer than `patience`.

        `held` is told what is waited for; an exception that is set there ends the wait.
        """
        if (bill := self.begin_now(account)) is not None:
            return bill
        self.held_back += 1
        future: asyncio.Future[Bill] = asyncio.get_running_loop().create_future()
        if held is not None:
            held(future)
        account.waiting.setdefault(person, deque()).append(future)
        account.waiting_count += 1
        self._crowd[account.address] = account
        self._look_soon()
        if patience is not None and account.waiting_count > MOST_WAITING:
            patience = CROWDED_SECONDS
        try:
            await asyncio.wait((future,), timeout=patience)
        except asyncio.CancelledError:
            if not future.cancel() and future.exception() is None:
                future.result().close()
            raise
        finally:
            self._leave(account, person, future)
        if future.done():
            return future.result()
        self.refused += 1
        raise TooMuch(
            "the clients of your address ask for more than their share: wait {n} seconds", n=RETRY_SECONDS
        )

    def _leave(self, account: Account, person: str, future: "asyncio.Future[Bill]") -> None:
        """Take from the queue what was not called."""
        queue = account.waiting.get(person)
        if queue is not None and future in queue:
            queue.remove(future)
            self._left(account, person, queue)

    def _left(self, account: Account, person: str, queue: "deque[asyncio.Future[Bill]]") -> None:
        account.waiting_count -= 1
        if not queue:
            del account.waiting[person]
        if not account.waiting_count:
            self._crowd.pop(account.address, None)

    def _may_begin(self, account: Account) -> bool:
        if not self.is_on:
            return True
        if self.seconds_to_wait(account) > 0:
            return False
        return account.share <= LIGHT or self._begun <= 0 or self._begun + account.guess <= TURN_SECONDS

    def _begun_for(self, account: Account) -> Bill:
        expected = account.guess
        self.charge(account, expected + REQUEST_SECONDS)
        if self.is_on:
            if not self._begun:
                asyncio.get_running_loop().call_soon(self._end_turn)
            self._begun += expected
        return Bill(self, account, expected)

    def _end_turn(self) -> None:
        self._begun = 0.0

    def _look_soon(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        """Let requests begin: of the address that has used least, of its people one after the other."""
        self._is_looking = False
        now, begun = self._now(), 0.0
        for account in self._crowd.values():
            self._settle_one(account, now)
        for account in sorted(self._crowd.values(), key=lambda one: one.recent):
            while account.waiting_count and self.seconds_to_wait(account) <= 0:
                if begun > 0 and begun + account.guess > TURN_SECONDS:
                    break
                begun += account.guess
                self._call_one(account)
        if self._crowd:
            self._look_soon()

    def _call_one(self, account: Account) -> None:
        person, queue = account.waiting.popitem(last=False)
        account.waiting[person] = queue
        future = queue.popleft()
        self._left(account, person, queue)
        if not future.done():
            future.set_result(self._begun_for(account))


def fair_share(shares: list[float], healthy: float = HEALTHY) -> float:
    """Divide `healthy` so that nobody gets more than they use, and those who would use more get the same."""
    left = healthy
    for at, share in enumerate(sorted(shares)):
        fair = left / (len(shares) - at)
        if share > fair:
            return fair if len(shares) > 1 else inf
        left -= share
    return inf


@coroutine
def metered(work: Coroutine[Any, Any, T], add: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Do the work, and add the processor seconds of each of its steps."""
    value: Any = None
    error: BaseException | None = None
    while True:
        began = thread_time()
        try:
            waits_for = work.send(value) if error is None else work.throw(error)
        except StopIteration as done:
            found: T = done.value
            return found
        finally:
            add(thread_time() - began)
        value, error = None, None
        try:
            value = yield waits_for
        except GeneratorExit:
            work.close()
            raise
        except BaseException as thrown:
            error = thrown
