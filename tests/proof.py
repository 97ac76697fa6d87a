"""Whether to run the long proofs: `make proof` sets SEMAFOR_PROOF, and tests then play many more games."""

import os

PROOF = os.environ.get("SEMAFOR_PROOF", "0") not in ("", "0")
