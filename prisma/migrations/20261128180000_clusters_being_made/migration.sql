-- Until then no other process looks after a new cluster: components that see a part of what it begins with would write another log.
ALTER TABLE "cluster" ADD COLUMN "making_until" TIMESTAMPTZ(3);
