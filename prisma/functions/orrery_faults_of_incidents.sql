-- Gives a cluster without faults the faults that its incidents report.
CREATE OR REPLACE FUNCTION "orrery_faults_of_incidents"(p_cluster TEXT) RETURNS VOID LANGUAGE sql
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
