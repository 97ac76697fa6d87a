"""Rules of somebody's own, added without a change to the package."""
