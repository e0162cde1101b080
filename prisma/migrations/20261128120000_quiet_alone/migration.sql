-- Notifies other processes, unless the connection says that there are none. A notification wakes every connection of the database
-- that listens, on whichever channel, and each worker of a queue has one.
CREATE FUNCTION "orrery_tell"(p_channel TEXT, p_payload TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('orrery.alone', true) IS DISTINCT FROM 'on' THEN
        PERFORM pg_notify(p_channel, p_payload);
    END IF;
END
$$;

-- Those that notify with every write, as before but for this. Incidents are rare.
DO $$
DECLARE
    notifier REGPROC;
BEGIN
    FOREACH notifier IN ARRAY ARRAY['orrery_write_batch', 'orrery_write_decisions']::REGPROC[] LOOP
        EXECUTE replace(pg_get_functiondef(notifier), 'PERFORM pg_notify(', 'PERFORM orrery_tell(');
    END LOOP;
END
$$;
