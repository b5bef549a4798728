"""The words a game is described in: ledger, moves, offers, panels, figures, and the rules that tie them up."""
