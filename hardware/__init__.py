"""What the box is built from; the enclosure's and the circuit's sources."""
