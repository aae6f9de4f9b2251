"""Entry: `python -m awm_runtime`, with the control channel on descriptor 3."""

import sys

from awm_runtime.root import main

if __name__ == "__main__":
    sys.exit(main())
