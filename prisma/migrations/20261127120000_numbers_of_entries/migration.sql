-- Several processes record one cluster: the row of the recording has the number of the last entry, and is locked by who writes the next one.
ALTER TABLE "recording" ADD COLUMN "entries" BIGINT NOT NULL DEFAULT 0;
UPDATE "recording" r SET "entries" = coalesce((SELECT max(e."number") FROM "recorded_entry" e WHERE e."cluster" = r."cluster"), 0);
