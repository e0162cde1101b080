-- Removes the decisions after a moment; the caller makes sure that no process writes any. Numbers are not used again.
CREATE OR REPLACE FUNCTION "orrery_forget_decisions"(p_cluster TEXT, p_revision BIGINT, p_at BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
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
