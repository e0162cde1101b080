-- Snapshots that are kept here: what is in each, and its file in parts.
CREATE TABLE "snapshot" (
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "parts" INTEGER NOT NULL,
    "summary" JSONB NOT NULL,
    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("name")
);
CREATE TABLE "snapshot_part" (
    "snapshot" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "body" BYTEA NOT NULL,
    CONSTRAINT "snapshot_part_pkey" PRIMARY KEY ("snapshot", "number")
);
-- It is compressed already.
ALTER TABLE "snapshot_part" ALTER COLUMN "body" SET STORAGE EXTERNAL;
