-- What happened to a cluster beside its objects: faults that were injected and cleared, zones that changed. An append-only log: what
-- held at a moment is the last value of each subject before it.
CREATE TABLE "incident" (
    "cluster" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "topic" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "value" TEXT,
    "revision" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "writer" TEXT NOT NULL,
    "client" TEXT,
    CONSTRAINT "incident_pkey" PRIMARY KEY ("cluster", "number")
);
CREATE INDEX "incident_subject" ON "incident" ("cluster", "topic", "subject", "number");
CREATE INDEX "incident_revision" ON "incident" ("cluster", "revision", "number");

-- Faults of a cluster of which it is not known who set them, and when: they have been there from the beginning of what is kept.
CREATE FUNCTION "orrery_incidents_of_faults"(p_cluster TEXT) RETURNS VOID LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    INSERT INTO "incident" ("cluster", "number", "topic", "subject", "value", "revision", "at", "writer")
    SELECT p_cluster, (SELECT coalesce(max(x."number"), 0) FROM "incident" x WHERE x."cluster" = p_cluster)
            + row_number() OVER (ORDER BY f."node", f."kind"),
        'fault', f."node" || '/' || f."kind",
        jsonb_strip_nulls(jsonb_build_object('sinceMs', f."since", 'untilMs', f."until", 'amount', f."amount"))::TEXT, 0, 0, ''
    FROM "node_fault" f
    WHERE f."cluster" = p_cluster AND NOT EXISTS (
        SELECT 1 FROM "incident" i
        WHERE i."cluster" = p_cluster AND i."topic" = 'fault' AND i."subject" = f."node" || '/' || f."kind"
    )
$$;
SELECT "orrery_incidents_of_faults"(k."id") FROM "cluster" k;

-- Appends what is different from the last value of each subject (null: it holds no more). Answers how many.
CREATE FUNCTION "orrery_add_incidents"(
    p_cluster TEXT, p_topic TEXT, p_subjects TEXT[], p_values TEXT[], p_now BIGINT, p_writer TEXT, p_client TEXT
) RETURNS INTEGER LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    head BIGINT;
    now_ms BIGINT;
    last_number BIGINT;
    added INTEGER;
BEGIN
    SELECT c."revision", greatest(c."clock_floor", p_now) INTO head, now_ms
    FROM "cluster" c WHERE c."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    SELECT coalesce(max(i."number"), 0) INTO last_number FROM "incident" i WHERE i."cluster" = p_cluster;
    INSERT INTO "incident" ("cluster", "number", "topic", "subject", "value", "revision", "at", "writer", "client")
    SELECT p_cluster, last_number + row_number() OVER (ORDER BY g.position), p_topic, g.subject, g.value, head, now_ms,
        p_writer, nullif(p_client, '')
    FROM unnest(p_subjects, p_values) WITH ORDINALITY AS g(subject, value, position)
    LEFT JOIN LATERAL (
        SELECT i."value" FROM "incident" i
        WHERE i."cluster" = p_cluster AND i."topic" = p_topic AND i."subject" = g.subject
        ORDER BY i."number" DESC LIMIT 1
    ) l ON TRUE
    WHERE g.value IS DISTINCT FROM l."value";
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added > 0 THEN
        PERFORM pg_notify('orrery_incidents', p_cluster);
    END IF;
    RETURN added;
END
$$;

-- Removes what no moment from the beginning of the log on is told by.
CREATE FUNCTION "orrery_shorten_incidents"(p_cluster TEXT, p_revision BIGINT) RETURNS VOID LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
    DELETE FROM "incident" i WHERE i."cluster" = p_cluster AND i."revision" < p_revision
        AND (i."value" IS NULL OR EXISTS (
            SELECT 1 FROM "incident" x
            WHERE x."cluster" = p_cluster AND x."topic" = i."topic" AND x."subject" = i."subject"
                AND x."number" > i."number" AND x."revision" < p_revision
        ))
$$;

-- Gives a cluster that has no faults those that its incidents tell of.
CREATE FUNCTION "orrery_faults_of_incidents"(p_cluster TEXT) RETURNS VOID LANGUAGE sql
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    INSERT INTO "node_fault" ("cluster", "node", "kind", "since", "until", "amount")
    SELECT p_cluster, split_part(l."subject", '/', 1), split_part(l."subject", '/', 2),
        (l."value"::jsonb ->> 'sinceMs')::BIGINT, (l."value"::jsonb ->> 'untilMs')::BIGINT,
        (l."value"::jsonb ->> 'amount')::DOUBLE PRECISION
    FROM (
        SELECT DISTINCT ON (i."subject") i."subject", i."value" FROM "incident" i
        WHERE i."cluster" = p_cluster AND i."topic" = 'fault'
        ORDER BY i."subject", i."number" DESC
    ) l
    WHERE l."value" IS NOT NULL
$$;

-- Decisions are kept as long as the log is, and know at which revision they were written: no earlier than they were made.
ALTER TABLE "decision" ADD COLUMN "revision" BIGINT NOT NULL DEFAULT 0;
DROP FUNCTION "orrery_write_decisions"(TEXT, INTEGER, TEXT, BIGINT);
-- p_kept: of the newest at least; p_most: at most, where the history of the cluster is limited by a number of changes or not at all.
CREATE FUNCTION "orrery_write_decisions"(p_cluster TEXT, p_count INTEGER, p_body TEXT, p_kept BIGINT, p_most BIGINT)
RETURNS BIGINT LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
    head BIGINT;
    present RECORD;
    most BIGINT;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    SELECT c."revision", c."compacted", c."settings" -> 'history' AS history INTO present FROM "cluster" c WHERE c."id" = p_cluster;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    most := CASE
        WHEN present.history ->> 'everything' = 'true' OR present.history ? 'duration' THEN NULL
        ELSE coalesce((present.history ->> 'changes')::BIGINT, p_most)
    END;
    SELECT coalesce(max(d."last"), 0) + p_count INTO head FROM "decision" d WHERE d."cluster" = p_cluster;
    INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
    VALUES (p_cluster, head, p_count, p_body, present."revision");
    -- Each batch that comes makes room by several: what is to go is at the beginning.
    DELETE FROM "decision" d USING (
        SELECT o."last", o."revision" FROM "decision" o WHERE o."cluster" = p_cluster ORDER BY o."last" LIMIT 10
    ) o
    WHERE d."cluster" = p_cluster AND d."last" = o."last" AND o."last" <= head - p_kept
        AND (o."revision" <= present."compacted" OR o."last" <= head - most);
    PERFORM pg_notify('orrery_decisions', p_cluster);
    RETURN head;
END
$$;

-- The batches with decisions of before a moment, whose numbers are above p_after: of what was decided on a state before the revision or,
-- if p_at is not null, up to this instant. Only batches that were written from the revision on can have later ones, too.
CREATE FUNCTION "orrery_decisions_before"(p_cluster TEXT, p_after BIGINT, p_revision BIGINT, p_at BIGINT)
RETURNS TABLE ("last" BIGINT, "count" INTEGER, "body" TEXT, "revision" BIGINT) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
    SELECT d."last", d."count", d."body", d."revision" FROM "decision" d
    WHERE d."cluster" = p_cluster AND d."last" > p_after AND d."revision" < p_revision
    UNION ALL
    SELECT d."last" - d."count" + k.kept, k.kept, k.lines, d."revision" FROM (
        SELECT o.* FROM "decision" o
        WHERE o."cluster" = p_cluster AND o."last" > p_after AND o."revision" >= p_revision AND o."count" > 0
        ORDER BY o."last"
        -- Decisions are written soon after they were made.
        LIMIT 20
    ) d
    CROSS JOIN LATERAL (
        SELECT count(*)::INTEGER AS kept, string_agg(l.line, E'\n' ORDER BY l.place) AS lines
        FROM string_to_table(d."body", E'\n') WITH ORDINALITY AS l(line, place)
        WHERE CASE WHEN p_at IS NULL THEN (l.line::jsonb ->> 'revision')::BIGINT < p_revision
            ELSE (l.line::jsonb ->> 'atMs')::DOUBLE PRECISION <= p_at AND (l.line::jsonb ->> 'revision')::BIGINT <= p_revision END
    ) k
    WHERE k.kept > 0
$$;

-- Removes the decisions of after a moment, while nobody writes any. Later ones are numbered on as if they were still there.
CREATE FUNCTION "orrery_forget_decisions"(p_cluster TEXT, p_revision BIGINT, p_at BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    newest BIGINT;
    lasts BIGINT[];
    counts INTEGER[];
    bodies TEXT[];
    revisions BIGINT[];
BEGIN
    SELECT max(d."last") INTO newest FROM "decision" d WHERE d."cluster" = p_cluster;
    SELECT array_agg(d."last"), array_agg(d."count"), array_agg(d."body"), array_agg(d."revision")
    INTO lasts, counts, bodies, revisions
    FROM "orrery_decisions_before"(p_cluster, 0, p_revision, p_at) d WHERE d."revision" >= p_revision;
    DELETE FROM "decision" d WHERE d."cluster" = p_cluster AND d."revision" >= p_revision;
    INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
    SELECT p_cluster, r.* FROM unnest(lasts, counts, bodies, revisions) r;
    INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
    SELECT p_cluster, newest, 0, '', p_revision WHERE newest IS NOT NULL
    ON CONFLICT DO NOTHING;
END
$$;

-- As before; faults and decisions of a moment of the past are those of then, and faults that are to come are copied, too.
CREATE OR REPLACE FUNCTION "orrery_fork"(
    p_origin TEXT, p_name TEXT, p_revision BIGINT, p_is_head BOOLEAN,
    p_clock_mode TEXT, p_clock_rate DOUBLE PRECISION, p_clock_anchor BIGINT, p_clock_anchor_real BIGINT
) RETURNS SMALLINT LANGUAGE plpgsql
SET enable_bitmapscan = off SET enable_seqscan = off
AS $$
DECLARE
    origin RECORD;
    at_revision BIGINT;
    is_now BOOLEAN;
BEGIN
    PERFORM 1 FROM "log_part" p WHERE p."cluster" = p_origin FOR SHARE;
    SELECT * INTO origin FROM "cluster" k WHERE k."id" = p_origin FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    at_revision := coalesce(p_revision, origin."revision");
    is_now := at_revision = origin."revision";
    IF at_revision < origin."compacted" OR at_revision > origin."revision" THEN
        RETURN 3;
    END IF;
    IF p_is_head AND NOT is_now THEN
        RETURN 4;
    END IF;
    INSERT INTO "cluster" ("id", "revision", "compacted", "rewound", "seed", "settings", "clock_mode", "clock_rate",
        "clock_anchor", "clock_anchor_real", "clock_floor", "routed", "signing_key", "authorities", "first_nodes", "identity",
        "forked_from", "forked_at")
    VALUES (p_name, at_revision, origin."compacted", least(origin."rewound", at_revision), origin."seed", origin."settings",
        p_clock_mode, p_clock_rate, p_clock_anchor, p_clock_anchor_real, least(origin."clock_floor", p_clock_anchor),
        CASE WHEN p_is_head THEN at_revision ELSE -1 END, origin."signing_key", origin."authorities", origin."first_nodes",
        origin."identity", p_origin, at_revision)
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN 2;
    END IF;
    INSERT INTO "log_part" ("cluster", "log", "after", "up_to")
    SELECT p_name, p."log", p."after", least(p."up_to", at_revision) FROM "log_part" p
    WHERE p."cluster" = p_origin AND p."after" < at_revision
    UNION ALL
    SELECT p_name, k."log", at_revision, 9223372036854775807 FROM "cluster" k WHERE k."id" = p_name;
    IF is_now THEN
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
        SELECT p_name, o."resource", o."namespace", o."name", o."uid", o."revision" FROM "object" o
        WHERE o."cluster" = p_origin;
        INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
        SELECT p_name, d."last", d."count", d."body", d."revision" FROM "decision" d WHERE d."cluster" = p_origin;
        INSERT INTO "descheduling_run" ("cluster", "number", "pod_uid", "body")
        SELECT p_name, r."number", r."pod_uid", r."body" FROM "descheduling_run" r WHERE r."cluster" = p_origin;
    ELSE
        INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
        SELECT p_name, o."resource", o."namespace", o."name", o."uid", o."revision"
        FROM "object" o WHERE o."cluster" = p_origin AND o."revision" <= at_revision
        UNION ALL
        SELECT p_name, f."resource", f."namespace", f."name", f."uid", f."revision"
        FROM "orrery_replaced_since"(p_origin, at_revision) f;
        INSERT INTO "decision" ("cluster", "last", "count", "body", "revision")
        SELECT p_name, d."last", d."count", d."body", least(d."revision", at_revision)
        FROM "orrery_decisions_before"(p_origin, 0, at_revision, p_clock_anchor) d;
    END IF;
    INSERT INTO "incident" ("cluster", "number", "topic", "subject", "value", "revision", "at", "writer", "client")
    SELECT p_name, i."number", i."topic", i."subject", i."value", i."revision", i."at", i."writer", i."client"
    FROM "incident" i
    WHERE i."cluster" = p_origin
        AND (is_now OR i."revision" < at_revision OR (i."revision" = at_revision AND i."at" <= p_clock_anchor));
    INSERT INTO "heartbeat" ("cluster", "node", "renewed_at")
    SELECT p_name, h."node", least(h."renewed_at", p_clock_anchor) FROM "heartbeat" h
    JOIN "object" o ON o."cluster" = p_name AND o."resource" = 'nodes' AND o."namespace" = '' AND o."name" = h."node"
    WHERE h."cluster" = p_origin;
    PERFORM "orrery_faults_of_incidents"(p_name);
    INSERT INTO "descheduling_due" ("cluster", "due_ms")
    SELECT p_name, least(d."due_ms", p_clock_anchor) FROM "descheduling_due" d WHERE d."cluster" = p_origin;
    INSERT INTO "log_removal" ("cluster", "changes", "bytes") VALUES (p_name, at_revision, 0);
    INSERT INTO "component_view" ("cluster", "component", "body")
    SELECT p_name, v."component", v."body" FROM "component_view" v WHERE v."cluster" = p_origin AND is_now;
    RETURN 0;
END
$$;

-- As before; faults are those of the moment, and later decisions go.
CREATE OR REPLACE FUNCTION "orrery_rewind"(p_cluster TEXT, p_revision BIGINT, p_clock_anchor BIGINT, p_clock_anchor_real BIGINT)
RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE
    present RECORD;
    new_head BIGINT;
    former BIGINT[];
    resources TEXT[];
    namespaces TEXT[];
    names TEXT[];
    uids TEXT[];
    revisions BIGINT[];
BEGIN
    -- First, as deleting does.
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    PERFORM 1 FROM "log_part" p WHERE p."cluster" = p_cluster FOR UPDATE;
    SELECT * INTO present FROM "cluster" k WHERE k."id" = p_cluster FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 1;
    END IF;
    IF p_revision < present."compacted" OR p_revision > present."revision" THEN
        RETURN 3;
    END IF;
    new_head := present."revision" + 1;
    -- What was replaced or deleted since; what came since goes, and what has not changed stays.
    SELECT array_agg(f."resource"), array_agg(f."namespace"), array_agg(f."name"), array_agg(f."uid"), array_agg(f."revision")
    INTO resources, namespaces, names, uids, revisions
    FROM "orrery_replaced_since"(p_cluster, p_revision) f;
    DELETE FROM "object" WHERE "cluster" = p_cluster AND "revision" > p_revision;
    INSERT INTO "object" ("cluster", "resource", "namespace", "name", "uid", "revision")
    SELECT p_cluster, f.* FROM unnest(resources, namespaces, names, uids, revisions) f;
    SELECT array_agg(p."log") INTO former FROM "log_part" p WHERE p."cluster" = p_cluster;
    DELETE FROM "log_part" WHERE "cluster" = p_cluster AND "after" >= p_revision;
    UPDATE "log_part" SET "up_to" = least("up_to", p_revision) WHERE "cluster" = p_cluster;
    UPDATE "cluster" SET "log" = nextval('cluster_log_seq'), "revision" = new_head, "rewound" = new_head,
        "clock_anchor" = p_clock_anchor, "clock_anchor_real" = p_clock_anchor_real, "clock_floor" = p_clock_anchor,
        "routed" = -1
    WHERE "id" = p_cluster;
    INSERT INTO "log_part" ("cluster", "log", "after", "up_to")
    SELECT p_cluster, k."log", new_head, 9223372036854775807 FROM "cluster" k WHERE k."id" = p_cluster;
    UPDATE "heartbeat" SET "renewed_at" = p_clock_anchor WHERE "cluster" = p_cluster AND "renewed_at" > p_clock_anchor;
    DELETE FROM "incident" i WHERE i."cluster" = p_cluster
        AND (i."revision" > p_revision OR (i."revision" = p_revision AND i."at" > p_clock_anchor));
    DELETE FROM "node_fault" WHERE "cluster" = p_cluster;
    PERFORM "orrery_faults_of_incidents"(p_cluster);
    PERFORM "orrery_forget_decisions"(p_cluster, p_revision, p_clock_anchor);
    UPDATE "descheduling_due" SET "due_ms" = p_clock_anchor WHERE "cluster" = p_cluster AND "due_ms" > p_clock_anchor;
    PERFORM "orrery_drop_unseen"(former);
    RETURN 0;
END
$$;

-- As before, with incidents.
CREATE OR REPLACE FUNCTION "orrery_delete_cluster"(p_cluster TEXT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
    was_there BOOLEAN;
BEGIN
    -- No process may append to the history of a cluster that is being deleted.
    PERFORM pg_advisory_xact_lock(hashtextextended('decision ' || p_cluster, 0));
    -- First, as forking, going back and copying do. The log goes last.
    UPDATE "log_part" SET "up_to" = -1 WHERE "cluster" = p_cluster;
    -- By itself: it waits for those who write to the cluster, and only a statement after it sees what they wrote.
    DELETE FROM "cluster" WHERE "id" = p_cluster;
    was_there := FOUND;
    DELETE FROM "object" WHERE "cluster" = p_cluster;
    DELETE FROM "heartbeat" WHERE "cluster" = p_cluster;
    DELETE FROM "node_fault" WHERE "cluster" = p_cluster;
    DELETE FROM "incident" WHERE "cluster" = p_cluster;
    DELETE FROM "decision" WHERE "cluster" = p_cluster;
    DELETE FROM "descheduling_run" WHERE "cluster" = p_cluster;
    DELETE FROM "descheduling_due" WHERE "cluster" = p_cluster;
    DELETE FROM "component_view" WHERE "cluster" = p_cluster;
    DELETE FROM "recording" WHERE "cluster" = p_cluster;
    DELETE FROM "recorded_entry" WHERE "cluster" = p_cluster;
    DELETE FROM "log_removal" WHERE "cluster" = p_cluster;
    -- What other clusters see of its logs stays.
    PERFORM "orrery_drop_unseen"(array_agg(p."log")) FROM "log_part" p WHERE p."cluster" = p_cluster;
    DELETE FROM "log_part" WHERE "cluster" = p_cluster;
    RETURN was_there;
END
$$;
