"""The choice between compiled and plain searches, and the data that the kernel needs."""
