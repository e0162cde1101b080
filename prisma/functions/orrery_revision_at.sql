-- Returns the last revision of a cluster at an instant, through all parts of its log.
CREATE OR REPLACE FUNCTION "orrery_revision_at"(p_cluster TEXT, p_at BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
    low BIGINT := 0;
    high BIGINT;
    middle BIGINT;
    found_at BIGINT;
    found_revision BIGINT;
    answer BIGINT := 0;
BEGIN
    SELECT c."compacted", c."revision" INTO low, high FROM "cluster" c WHERE c."id" = p_cluster;
    -- What is asked for is in answer, or in low + 1 to high.
    WHILE high > low LOOP
        middle := (low + high + 1) / 2;
        SELECT x."revision", x."at" INTO found_revision, found_at FROM "log_part" p
        CROSS JOIN LATERAL (
            SELECT c."revision", c."at" FROM "change" c
            WHERE c."log" = p."log" AND c."revision" > p."after" AND c."revision" <= p."up_to"
                AND c."revision" >= middle AND c."revision" <= high
            ORDER BY c."revision" LIMIT 1
        ) x
        WHERE p."cluster" = p_cluster ORDER BY p."after" LIMIT 1;
        IF NOT FOUND OR found_at > p_at THEN
            high := middle - 1;
        ELSE
            answer := found_revision;
            low := found_revision;
        END IF;
    END LOOP;
    RETURN answer;
END
$$;
