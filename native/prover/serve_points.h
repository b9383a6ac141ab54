// Multiplies points as the standard input says, until it ends.
//
// Writes `kax1`. Then it reads requests: how many points, from 1 to 65536, as four bytes, the scalar that multiplies
// them, and the points. For each request it writes a byte for each point, 1, or 0 for what is no point, and then all
// products. Everything is little-endian; points are compressed.
#ifndef KAX_SERVE_POINTS_H
#define KAX_SERVE_POINTS_H

// Returns the exit code.
int serve_points(void);

#endif
