"""Pictures of games and results as SVG: pure Python that knows no framework.

Each is a whole ``<svg>`` as text, its words translated by the function that is given. Fills come
from classes of the stylesheet, since the content security policy refuses styles in a picture; what
a colour says, a shape, a hatch or a word says too.
"""
