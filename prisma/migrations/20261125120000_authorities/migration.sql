-- The certificate authorities of a cluster: of the certificates of its clients, and of the server as a front of others.
-- Made with the cluster's row; NULL for a cluster of before, which gets them when a process loads it.
ALTER TABLE "cluster" ADD COLUMN "authorities" JSONB;

-- What the whole installation has once, whatever clusters there are: the authority of the server's own certificate.
CREATE TABLE "installation" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    CONSTRAINT "installation_pkey" PRIMARY KEY ("name")
);
