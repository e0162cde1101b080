-- A cluster that repeats what was recorded is complete only at the end; one whose process was killed meanwhile is removed.
ALTER TABLE "cluster" ADD COLUMN "unfinished" BOOLEAN NOT NULL DEFAULT false;
