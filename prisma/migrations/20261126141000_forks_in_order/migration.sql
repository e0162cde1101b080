-- Keys of objects are copied in the order of their index: each lands beside the one before it, on the same page. Read from a bitmap
-- they came in the order of the table, and a fork of 62,000 objects took the database 1.6 times as long.
ALTER FUNCTION "orrery_fork"(TEXT, TEXT, BIGINT, BOOLEAN, TEXT, DOUBLE PRECISION, BIGINT, BIGINT) SET enable_bitmapscan = off;
ALTER FUNCTION "orrery_fork"(TEXT, TEXT, BIGINT, BOOLEAN, TEXT, DOUBLE PRECISION, BIGINT, BIGINT) SET enable_seqscan = off;
