"""The look of every screen: themes, plain ASCII, and pictures of the screen."""
