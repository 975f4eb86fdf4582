-- pivot sales.csv --rows city,piece --cols region --values 'max(last),min(found),max(group_of),sum(amount),min(amount),max(made),min(month_of)' --let "piece = split_part(product, 'e', 2)" --let "last = split_part(product & '-' & city, '-', -1)" --let "found = regexp_extract(product, '[a-m]+')" --let "group_of = regexp_extract(product & units, '(.)([0-9]+)', 2)" --let "amount = number(concat('EUR ', revenue, ' net'))" --let 'made = date(2024, units, 31)' --let 'month_of = date(year(date), month(date))'
with t as (
    select *, nullif(split_part(product, 'e', 2), '') as piece from sales
), g as (
    select grouping(city, piece) as down, city, piece, printf('%02d', dense_rank() over (order by grouping(region), region nulls last)) as place,
        max(nullif(split_part(product || '-' || city, '-', -1), '')) as m1, min(nullif(regexp_extract(product, '[a-m]+'), '')) as m2, max(nullif(regexp_extract(product || units, '(.)([0-9]+)', 2), '')) as m3,
        sum(revenue::decimal(18, 2)) as m4, min(revenue) as m5, max(case when units in (1, 3, 5, 7, 8, 10, 12) then make_date(2024, units::int, 31) end) as m6, min(date_trunc('month', date)::date) as m7
    from t
    group by rollup(city, piece), rollup(region)
)
select case down when 3 then 'Total' when 1 then coalesce(city, '(blank)') || ' total' else city end, columns(* exclude (down, city))
from (pivot g on place
    using first(m1) as m1, first(m2) as m2, first(m3) as m3, first(m4) as m4, first(m5) as m5, first(m6) as m6, first(m7) as m7 group by down, city, piece)
order by down = 3, city nulls last, down, piece nulls last
