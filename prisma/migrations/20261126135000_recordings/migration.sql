-- Recordings: what a cluster was asked, and what others answered it, in order. An entry is there before what it says has
-- any effect, so that whatever is in the log follows from entries that are there too.
CREATE TABLE "recording" (
    "cluster" TEXT NOT NULL,
    "build" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "started_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended" TEXT,
    CONSTRAINT "recording_pkey" PRIMARY KEY ("cluster")
);
CREATE TABLE "recorded_entry" (
    "cluster" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "body" TEXT NOT NULL,
    CONSTRAINT "recorded_entry_pkey" PRIMARY KEY ("cluster", "number")
);
