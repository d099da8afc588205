"""What the buttons of the analysis ask for."""

ANALYSE = "analyse"
ANALYSIS_PAGE = "analysispage"
