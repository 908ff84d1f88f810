# Hidden cards dealt so that nobody holds what they cannot, in C: what dealing.py is to the law.

from libc.stdint cimport int8_t, uint8_t

from hexdeck.kernel.rng cimport Rng, below

cdef enum:
    MOST_CARDS = 110
    MOST_HOLDERS = 13
    MOST_KINDS = 8  # of cards, as far as holding goes: colours, and cards without one

ctypedef struct Hidden:
    int8_t cards[MOST_CARDS]
    int8_t kinds[MOST_CARDS]  # of each card, in order of how few may hold it
    int count
    int holders
    uint8_t room[MOST_HOLDERS]  # cards each holder gets
    uint8_t may_hold[MOST_HOLDERS]  # bits: kinds
    bint is_free  # everybody may hold everything


cdef inline int random_holder(const Hidden* hidden, const uint8_t* room, int kind, Rng* rng) noexcept nogil:
    """A holder with room for `kind`, the likelier the more room; -1 if there is none."""
    cdef int holder, total = 0, at
    for holder in range(hidden.holders):
        if hidden.may_hold[holder] >> kind & 1:
            total += room[holder]
    if total == 0:
        return -1
    at = below(rng, total)
    for holder in range(hidden.holders):
        if hidden.may_hold[holder] >> kind & 1:
            at -= room[holder]
            if at < 0:
                return holder
    return -1


cdef inline bint make_room(const Hidden* hidden, uint8_t* room, int8_t* holds, int given) noexcept nogil:
    """Card `given` finds nobody with room: pass cards along the shortest way to one who has, if there is one."""
    cdef int[MOST_HOLDERS] queue, came_from, moved
    cdef int head = 0, tail = 0, holder, other, card
    for holder in range(hidden.holders):
        came_from[holder] = -2
        if hidden.may_hold[holder] >> hidden.kinds[given] & 1:
            came_from[holder] = -1
            moved[holder] = given
            queue[tail] = holder
            tail += 1
    while head < tail:
        holder = queue[head]
        head += 1
        if room[holder]:
            room[holder] -= 1
            while holder != -1:
                holds[moved[holder]] = holder
                holder = came_from[holder]
            return True
        for card in range(given):
            if holds[card] == holder:
                for other in range(hidden.holders):
                    if came_from[other] == -2 and hidden.may_hold[other] >> hidden.kinds[card] & 1:
                        came_from[other] = holder
                        moved[other] = card
                        queue[tail] = other
                        tail += 1
    return False


cdef inline bint deal_hidden(const Hidden* hidden, int8_t* holds, Rng* rng) noexcept nogil:
    """Who holds each hidden card, at random; whether they can be dealt at all does not hang on chance."""
    cdef uint8_t[MOST_HOLDERS] room
    cdef int card, other, holder, swap
    for holder in range(hidden.holders):
        room[holder] = hidden.room[holder]
    for card in range(hidden.count):
        holder = random_holder(hidden, room, hidden.kinds[card], rng)
        if holder < 0:
            if not make_room(hidden, room, holds, card):
                return False
        else:
            room[holder] -= 1
            holds[card] = holder
    if hidden.is_free:
        return True
    for swap in range(2 * hidden.count):  # so that no order of dealing shows
        card, other = below(rng, hidden.count), below(rng, hidden.count)
        if (
            hidden.may_hold[holds[card]] >> hidden.kinds[other] & 1
            and hidden.may_hold[holds[other]] >> hidden.kinds[card] & 1
        ):
            holds[card], holds[other] = holds[other], holds[card]
    return True
