"""Third-party rules, added without a change to the package."""
