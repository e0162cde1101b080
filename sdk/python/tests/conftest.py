pytest_plugins = ["orrery_testing.plugin", "pytester"]
