-- How much of a fault: the factor of slow heartbeats, the milliseconds of a latency.
ALTER TABLE "node_fault" ADD COLUMN "amount" DOUBLE PRECISION;
