"""What people can do, a folder for each: its commands, buttons, use cases and screens.

Features never import each other. A new one is a new folder and one line here; their order is that of the commands, of
what they add to each other's screens, and of what follows an act. What is always there comes before what comes and
goes, and what costs least before what costs more: nobody who presses Rules, or Take back, is to claim or to stop a
match by a button that came up under the finger.
"""

from bot.discord.feature import Feature
from bot.features.analysis.feature import AnalysisFeature
from bot.features.challenges.feature import ChallengesFeature
from bot.features.clock.feature import ClockFeature
from bot.features.daily.feature import DailyFeature
from bot.features.data.feature import DataFeature
from bot.features.fairness.feature import FairnessFeature
from bot.features.hints.feature import HintsFeature
from bot.features.house.feature import HouseFeature
from bot.features.leaderboard.feature import LeaderboardFeature
from bot.features.learn.feature import LearnFeature
from bot.features.lessons.feature import LessonsFeature
from bot.features.me.feature import MeFeature
from bot.features.results.feature import ResultsFeature
from bot.features.rules.feature import RulesFeature
from bot.features.settings.feature import SettingsFeature
from bot.features.solo.feature import SoloFeature
from bot.features.stopping.feature import StoppingFeature
from bot.features.table.feature import TableFeature
from bot.features.takeback.feature import TakebackFeature
from bot.features.watching.feature import WatchingFeature

FEATURES: tuple[type[Feature], ...] = (
    ChallengesFeature,
    LearnFeature,
    SoloFeature,
    DailyFeature,
    TableFeature,
    HouseFeature,
    RulesFeature,
    WatchingFeature,
    TakebackFeature,
    ClockFeature,
    StoppingFeature,
    LeaderboardFeature,
    MeFeature,
    LessonsFeature,
    HintsFeature,
    AnalysisFeature,
    FairnessFeature,
    SettingsFeature,
    ResultsFeature,
    DataFeature,
)
