### What a server chooses; seen by whoever manages it.

## Commands

command-settings = settings
command-settings-about = How Bridgette is played on this server; for whoever manages it

## The panel

settings-title = ### Bridgette on this server
    What you choose holds at once.
settings-channels-all = **Where**: in every channel
# $channels: links to channels.
settings-channels = **Where**: { $channels } and the threads there
# $gone: how many of the chosen channels are not there any more.
settings-channels-some-gone = { $gone ->
    [one] One more was chosen and is gone.
   *[other] { $gone } more were chosen and are gone.
}
settings-channels-gone = **Where**: in every channel, since those that were chosen are gone
# In an empty menu: nothing chosen means every channel.
settings-channels-choose = Choose channels; none: every channel
# On buttons, as short as can be. Here: in the channel that the panel is in; "only" where none has been chosen yet.
settings-channel-only = Only here
settings-channel-add = Also here
settings-channel-remove = Not here
settings-everywhere = Everywhere
settings-role-all = **Who may challenge**: everybody
# $role: a mention of the role.
settings-role = **Who may challenge**: members with the role { $role }
settings-role-gone = **Who may challenge**: everybody, since the role that was chosen is gone
settings-role-choose = Choose a role; none: everybody
settings-everybody = Everybody
# How long each decision may take: see kit.ftl.
settings-clock = **Longest clock**: { clock-length } for each decision. A challenge may choose less.
settings-clock-off = **Longest clock**: none. A match waits for its players for as long as they like.
# On buttons, as short as can be: the next shorter or longer one.
settings-clock-shorter = ◀ { clock-length }
settings-clock-longer = { clock-length } ▶
settings-clock-none = Off
settings-clock-on = Clock of { clock-length }
# $on: yes or no.
settings-threads = { $on ->
    [yes] **A thread for each match**: yes, where the channel has threads
   *[no] **A thread for each match**: no
}
settings-leaderboard = { $on ->
    [yes] **Leaderboard and figures**: shown
   *[no] **Leaderboard and figures**: hidden; results still count
}
# On buttons: what a press changes. $on: how it is now.
settings-threads-switch = { $on ->
    [yes] Without threads
   *[no] With threads
}
settings-leaderboard-switch = { $on ->
    [yes] Hide the leaderboard
   *[no] Show the leaderboard
}

# $where: where the bot draws what it says.
settings-pictures = { $where ->
    [all] **Pictures**: of tables and of results
    [results] **Pictures**: of results
   *[none] **Pictures**: none; words say it all
}
settings-pictures-limit = { $where ->
    [results] Whoever runs this bot allows no more than pictures of results.
   *[none] Whoever runs this bot has turned them off.
}
# On buttons, as short as can be.
settings-pictures-choose = { $where ->
    [all] All
    [results] Results
   *[none] No pictures
}

## What is refused

refused-pictures = Whoever runs this bot allows fewer pictures than that.

# $permission: see kit.ftl.
refused-settings = The settings are for members with the permission “{ $permission }”.
# $most: how many can be chosen.
refused-many-channels = { $most } channels can be chosen at most; remove one first, or choose none for every channel.
