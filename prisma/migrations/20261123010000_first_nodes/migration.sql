-- The simulated nodes that a cluster is still to begin with; NULL once it has them. Written with the cluster's row, so
-- that whoever starts next makes what a process that died did not come to, and nothing that was deleted since.
ALTER TABLE "cluster" ADD COLUMN "first_nodes" JSONB;
