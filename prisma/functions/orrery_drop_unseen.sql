-- Removes the changes of logs that no cluster sees.
CREATE OR REPLACE FUNCTION "orrery_drop_unseen"(p_logs BIGINT[]) RETURNS VOID LANGUAGE sql AS $$
    DELETE FROM "change" c USING (
        SELECT l.log, coalesce((SELECT max(p."up_to") FROM "log_part" p WHERE p."log" = l.log), -1) AS seen
        FROM unnest(p_logs) AS l(log)
    ) u
    WHERE c."log" = u.log AND c."revision" > u.seen
$$;
