"""The compiled kernel: when it runs in a plain search's place, and the parts that it is made of."""
