"""What people compare who have played the same deal: par, and results that count only if their record replays."""
