-- pivot sales.csv --rows 'size,label' --cols 'good,quarter(late)' --values 'sum(profit),avg(profit) where units > 10,count(),max(late)' --filter 'profit > -500 or profit is null' --let 'profit = revenue - cost' --let 'label = upper(left(product, 2)) & year(date)' --let "size = if(units > 10, 'many', if(units > 0, 'few'))" --let 'good = profit > 0' --let 'late = date + 30'
with t as (
    select *, revenue - cost as profit, upper(left(product, 2)) || year(date) as label, case when units > 10 then 'many' when units > 0 then 'few' end as size, date + 30 as late
    from sales
), g as (
    select grouping(size, label) as down, size, label, grouping(good, q) as across, good, q, sum(profit) as s, avg(profit) filter (units > 10) as a, count(*) as n, max(late) as m
    from (select *, profit > 0 as good, quarter(late) as q from t where profit > -500 or profit is null)
    group by rollup(size, label), rollup(good, q)
), v as (
    select down, size, label, printf('%02d', dense_rank() over (order by across = 3, good nulls last, across, q nulls last)) as place, s, a, n, m
    from g
)
select case down when 3 then 'Total' when 1 then coalesce(size, '(blank)') || ' total' else size end, columns(* exclude (down, size))
from (pivot v on place using first(s) as s, first(a) as a, first(n) as n, first(m) as m group by down, size, label)
order by down = 3, size nulls last, down, label nulls last
