"""Statistics and ratings against numbers worked out by hand."""

from itertools import pairwise

import pytest

from arena.arenas import hand_made, quick_settings, three_player_settings
from hexdeck.ai.arena.estimates import Estimate, estimate, share, t95
from hexdeck.ai.arena.match import Match, Outcome, play_deal
from hexdeck.ai.arena.ratings import ratings
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.settings import Settings
from hexdeck.ai.arena.statistics import Duel, duel
from hexdeck.core.registry import GAMES


@pytest.fixture
def a_over_b() -> Duel:
    return duel(three_player_settings(), hand_made(), "A", "B")


@pytest.fixture
def b_over_a() -> Duel:
    return duel(three_player_settings(), hand_made(), "B", "A")


def test_the_mean_of_deals_and_its_interval() -> None:
    """The spread of 1, 2 and 6 is √7; √(7/3) = 1.5275, times 4.303 for two degrees of freedom."""
    assert estimate([1, 2, 6]).mean == 3
    assert estimate([1, 2, 6]).margin == pytest.approx(6.5729, abs=1e-3)


def test_one_deal_says_nothing_about_others() -> None:
    assert estimate([4.0]) == Estimate(4.0, None)
    assert not estimate([4.0]).is_clear


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([0.0] * 6, 0.0, 0.390334),  # Wilson: 3.8415 / (6 + 3.8415)
        ([1.0] * 6, 0.609666, 1.0),
        ([0.5] * 6, 0.187616, 0.812384),
        ([0.3, 0.1 + 0.2] * 3, 0.081310, 0.674824),  # the same but for rounding
        ([0.0] * 2, 0.0, 0.657620),
        ([0.0] * 1000, 0.0, 0.003827),  # about three in a thousand, as the rule of three says
        (
            [0.5] * 8 + [1.0, 0.0],
            0.340239,
            0.659761,
        ),  # spread 1/18: like 45, and like 33.78 by Student's 2.262
    ],
)
def test_the_interval_of_a_proportion_is_never_a_point(values: list[float], low: float, high: float) -> None:
    found = share(values)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)
    assert found.margin == pytest.approx((high - low) / 2, abs=1e-6)
    assert share(values[:1]).interval() is None


def test_a_proportion_reads_with_its_interval() -> None:
    assert [str(share([0.0] * deals)) for deals in (1, 6)] == ["0.0%", "0.0% (0–39)"]


@pytest.mark.parametrize("game", GAMES)
def test_six_deals_without_a_win_are_no_certainty(game: str) -> None:
    settings = Settings(game, 1, 2, {}, ("A", "B"), None, 0, "code")
    games = {("A", "B"): (5, 2), ("B", "A"): (1, 4)}
    matches = [
        Match(deal, {seats: Outcome(scores, 1) for seats, scores in games.items()}) for deal in range(6)
    ]
    assert duel(settings, matches, "B", "A").as_dict()["win_share"] == {
        "mean": 0.0, "low": 0.0, "high": 0.390334
    }  # fmt: skip


@pytest.mark.parametrize(("freedom", "t"), [(1, 12.706), (9, 2.262), (30, 2.042), (60, 2.000), (120, 1.980)])
def test_students_t(freedom: int, t: float) -> None:
    assert t95(freedom) == pytest.approx(t, abs=6e-4)


def test_students_t_falls_towards_the_normal_one() -> None:
    values = [t95(freedom) for freedom in range(1, 400)]
    assert all(more > less for more, less in pairwise(values))
    assert t95(10**6) == pytest.approx(1.96, abs=1e-4)


def test_points_over_the_mean_of_the_others(a_over_b: Duel) -> None:
    """Deals of 3 and 0: mean 1.5, and 12.706 × 1.5 for one degree of freedom."""
    assert a_over_b.points.mean == pytest.approx(1.5)
    assert a_over_b.points.margin == pytest.approx(19.059)
    assert a_over_b.points_per_round is not None
    assert a_over_b.points_per_round.mean == pytest.approx(0.75)
    assert a_over_b.points_per_round.margin == pytest.approx(9.5295)


def test_a_shared_win_counts_its_share(a_over_b: Duel, b_over_a: Duel) -> None:
    """A wins all three, then 0 + 1/3 + 1 of three; B nothing, then 1/3 + 1/3 + 0 of three."""
    assert a_over_b.win_share.mean == pytest.approx((1 + 4 / 9) / 2)
    assert b_over_a.win_share.mean == pytest.approx((0 + 2 / 9) / 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_interval_of_a_share_of_wins_ends_at_none_and_at_all(game: str) -> None:
    """1 and 1/2 spread like 3 wins and losses, and like 0.0714 as two deals say little of their spread.

    Points may be anything.
    """
    settings = Settings(game, 1, 2, {}, ("A", "B"), None, 0, "code")
    games = [{("A", "B"): (5, 2), ("B", "A"): (1, 4)}, {("A", "B"): (2, 5), ("B", "A"): (3, 6)}]
    matches = [
        Match(deal, {seats: Outcome(scores, 1) for seats, scores in played.items()})
        for deal, played in enumerate(games)
    ]
    a, b = (duel(settings, matches, *pair).as_dict() for pair in (("A", "B"), ("B", "A")))
    assert a["win_share"] == {"mean": 0.75, "low": 0.010274, "high": 0.998848}
    assert b["win_share"] == {"mean": 0.25, "low": 0.001152, "high": 0.989726}
    assert a["points"] == {"mean": 1.5, "low": -17.559, "high": 20.559}


def test_the_lead_takes_half_from_each_way(a_over_b: Duel) -> None:
    """(3 + 2) / 2 and (0 - 0) / 2: mean 1.25, and 12.706 × 1.25."""
    assert a_over_b.lead.mean == pytest.approx(1.25)
    assert a_over_b.lead.margin == pytest.approx(15.8825)


def test_leads_are_antisymmetric_and_points_are_not(a_over_b: Duel, b_over_a: Duel) -> None:
    assert b_over_a.lead.mean == -a_over_b.lead.mean
    assert b_over_a.lead.margin == a_over_b.lead.margin
    assert b_over_a.points.mean == pytest.approx(-1)


def test_between_two_players_points_are_antisymmetric_too() -> None:
    settings = Settings("voodoo_prince", 1, 2, {}, ("A", "B"), None, 0, "code")
    games = [{("A", "B"): (5, 2), ("B", "A"): (1, 4)}, {("A", "B"): (2, 5), ("B", "A"): (6, 3)}]
    matches = [
        Match(deal, {seats: Outcome(scores, 1) for seats, scores in played.items()})
        for deal, played in enumerate(games)
    ]
    a, b = duel(settings, matches, "A", "B"), duel(settings, matches, "B", "A")
    assert (a.points.mean, b.points.mean) == (0, 0)
    assert a.points.margin == b.points.margin == pytest.approx(38.118)
    assert a.lead == a.points
    assert a.win_share.mean + b.win_share.mean == 1


def test_real_games_keep_the_symmetry_and_the_interval() -> None:
    """What does not depend on who plays: leads mirror each other, and the field is no better than itself."""
    settings = quick_settings()
    results = Results.of(settings, [play_deal(settings, deal) for deal in range(4)])
    mine, theirs = (results.duels[pair] for pair in settings.pairs)
    assert mine.lead.mean == -theirs.lead.mean
    assert results.unit == "round"
    assert results.games == 4 * 6


def test_without_rounds_points_are_per_game() -> None:
    matches = [
        Match(match.deal, {seats: Outcome(game.scores, 0) for seats, game in match.outcomes.items()})
        for match in hand_made()
    ]
    results = Results.of(three_player_settings(), matches)
    assert results.unit == "game"
    assert results.duels["A", "B"].points_per_round is None
    assert results.duels["A", "B"].main_points.mean == pytest.approx(1.5)


def test_a_first_win_moves_ratings_by_plackett_and_luce() -> None:
    """σ² = (25/3)² + (25/300)² = 69.4514, β = 25/6, c² = 2 (σ² + β²) = 173.625.

    The winner gains σ²/c × ½ = 2.6354; its σ shrinks by √(1 - σ/c × σ²/c² × ¼) to 8.0659.
    """
    settings = Settings("voodoo_prince", 1, 2, {}, ("A", "B"), None, 0, "code")
    best, worst = ratings(settings, [Match(0, {("A", "B"): Outcome((3, 1), 1)})])
    assert (best.bot, worst.bot) == ("A", "B")
    assert best.mu == pytest.approx(27.6354, abs=1e-4)
    assert worst.mu == pytest.approx(22.3646, abs=1e-4)
    assert best.sigma == pytest.approx(8.0659, abs=1e-4)


def test_a_bot_in_several_seats_moves_by_their_mean() -> None:
    """Whoever sits where: first and last place of the same bot cancel, and A in between stays."""
    settings = three_player_settings()
    rated = ratings(settings, [Match(0, {("B", "A", "B"): Outcome((9, 5, 1), 1)})])
    assert {rating.bot: rating.mu for rating in rated}["A"] == pytest.approx(25, abs=0.9)
    assert ratings(settings, hand_made())[0].bot == "A"
