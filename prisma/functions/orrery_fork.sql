-- Makes a cluster from the present or from a moment of the past of another one: objects, log parts, incidents, decisions and
-- faults as they were at the moment, planned faults included.
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
