-- Takes a cluster back to a moment of its past: objects, faults and incidents become those of the moment, later changes and decisions
-- are removed.
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
