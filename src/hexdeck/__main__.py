"""python -m hexdeck"""

import sys

from hexdeck.cli import main

if __name__ == "__main__":
    sys.exit(main())
